// belfry help secrets: references to secrets, redaction, fingerprints.

export const secrets = `Secrets

Manifests don't contain secrets. They contain references:
  \${env:NAME}            an environment variable
  \${file:path}           a file, without its last line break
  \${env:NAME|plain}      a value that is not a secret, and is shown
  \${var:NAME}            a variable of the project file
A secret in plain text is a warning; with "rules: { literal-secret: error }" it
is an error. A variable that is unset or empty is an error before the first
request. Variables that contain API keys of belfry or tokens of CI systems can't
be used in manifests.

What is shown
  Plans show (secret env:NAME) for a new value, and a label for the value in the
  service. Text of the service, of git and of errors is searched for secrets,
  and labels replace them, also in JSON, HTML, URLs, base64 and hexadecimal.
  --debug logs every HTTP request without its values.
  Secrets of fewer than 8 characters can't be redacted safely: belfry warns.

Which commands need secrets
  validate, diff            none, and no API keys
  plan --secrets=defer      API keys only. Secrets are compared by their names.
  plan, apply               API keys and all secrets of the selected resources

More variables from a file
  --env-file .env           for \${env:NAME} in manifests and in apiKey
  Keep this file out of git.

Secrets that the service doesn't show
  Some fields are accepted by the service and never shown, such as credentials
  in newer releases. "unreadable" in the project file decides:
    never     don't send them again (default); plans list them
    always    send them with every apply
    ledger    send them if they changed since the last apply. The ledger,
              .belfry/ledger.json, contains fingerprints and no values.
  --resend <kind/name>      send them once

Fingerprints and saved plans
  Saved plans and the ledger contain fingerprints instead of secrets. They are
  made with BELFRY_FINGERPRINT_KEY (16 characters or more), or else with the API
  key of the target. Set the variable if plan and apply run with different API
  keys: openssl rand -hex 32 prints a good value.
`
