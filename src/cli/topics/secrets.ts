// belfry help secrets: references to secrets, redaction, fingerprints.

export const secrets = `Secrets

Manifests don't contain secrets. They contain references:
  \${env:NAME}            an environment variable
  \${file:path}           a file, without its last line break
  \${secret:NAME}         what the secret command prints; only in secret fields
  \${env:NAME|plain}      a value that is not a secret, and is shown
  \${var:NAME}            a variable of the project file
A secret in plain text causes a warning. With "rules: { literal-secret: error }"
it causes an error. An unset or empty variable causes an error before the first
request. Variables that contain API keys of belfry or tokens of CI systems can't
be used in manifests.

What is shown
  Plans show a new value as the label (secret env:NAME), and the current value
  as a label too. Labels also replace secrets in replies of the service, in
  errors and in output of git. This includes secrets that are encoded for JSON,
  HTML or URLs, or as base64 or hexadecimal.
  --debug logs every HTTP request without its values.
  Secrets that are too short (fewer than 8 characters) or too common can't be
  redacted safely. For such secrets, belfry prints the warning weak-secret.

Which commands need secrets
  validate, diff            no secrets and no API keys
  plan --secrets=defer      only API keys. belfry compares the names of secrets.
  plan, apply               API keys, and secrets of the selected resources
  plan, apply               API keys, and secrets that the requests carry, with
                            --secrets=needed. belfry compares secrets that are
                            set.

Variables from a file
  --dotenv .env             sets variables for \${env:NAME} in manifests and in
                            apiKey. Don't commit this file.

Secrets that the service doesn't return
  The service accepts some fields but never returns the values, such as
  credentials in newer releases. "unreadable" in the project file sets when
  these fields are sent again:
    never     never (default); plans list these fields
    always    with every apply
    ledger    if the value in the manifest changed since the last apply run. The
              ledger, .belfry/ledger.json, contains fingerprints and no values.
  --resend <kind/name>      send these fields of this resource in this run

Fingerprints and saved plans
  Saved plans and the ledger contain fingerprints instead of secrets. The
  key of fingerprints is BELFRY_FINGERPRINT_KEY (at least 16 characters) or, if
  this variable is not set, the API key of the target. If plan and apply use
  different API keys, set BELFRY_FINGERPRINT_KEY. openssl rand -hex 32 prints a
  good value.
`
