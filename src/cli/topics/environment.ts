// belfry help environment: all environment variables.

export const environment = `Environment variables

Service and API keys
  BELFRY_URL               URL of the service; takes precedence over the
                           project file
  BELFRY_API_KEY           API key of init, and of a target without apiKey
  BELFRY_FINGERPRINT_KEY   key of the fingerprints in saved plans and in the
                           ledger, 16 characters or more (default: the API key)
  BELFRY_FILE_ROOTS        folders outside the project, with : between folders.
                           Manifests may refer to files there, see --file-root.
  BELFRY_KEY_VARIABLES     API keys not named BELFRY_* for pull requests: ACME_*
  BELFRY_SECRET_COMMAND    program in PATH for \${secret:NAME}: op read op://{}
  BELFRY_SECRET_NAMES      names that it may print: prod/*; required with CI
  \${env:NAME} reads any other variable. --dotenv <file> sets such variables;
  variables that are already set take precedence.

Network
  HTTPS_PROXY, HTTP_PROXY  URL of a proxy. The names can also be in lower case
  NO_PROXY                 hosts to connect to without a proxy
  NODE_EXTRA_CA_CERTS      file with an additional certificate authority
  NODE_TLS_REJECT_UNAUTHORIZED=0  is refused: it turns off certificate checks

Terminal
  NO_COLOR                 any value: no colours
  FORCE_COLOR              1: colours also in a pipe; 0: no colours
  TERM                     dumb: no colours
  LC_ALL, LC_CTYPE, LANG   belfry prints UTF-8 if the first of these that is set
                           contains UTF-8, and otherwise ASCII

Pipelines
  CI                       if set, BELFRY_SECRET_NAMES is required, and errors
                           suggest plan --secrets=defer
  GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, CI_MERGE_REQUEST_IID,
  CI_EXTERNAL_PULL_REQUEST_IID
                           for a pull request: no apply, trigger, secret command
  GITHUB_BASE_REF, CI_MERGE_REQUEST_DIFF_BASE_SHA
                           base of belfry diff and of plan --diff-base
  GITHUB_STEP_SUMMARY, GITHUB_OUTPUT
                           files that --report github writes
  GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_WORKSPACE,
  GITHUB_RUN_ID, GITHUB_HEAD_REF, GITHUB_REF_NAME
                           links, commit and branch in reports and saved plans
  CI_PROJECT_URL, CI_COMMIT_SHA, CI_PROJECT_DIR, CI_JOB_URL, CI_COMMIT_REF_NAME
                           the same on GitLab
  GITHUB_ACTOR, GITLAB_USER_LOGIN, USER, USERNAME
                           user in journals, for belfry log; the first one set
  BELFRY_MANUAL_URL        https URL of belfry's docs folder, for links in SARIF

--dotenv can't set BELFRY_URL, BELFRY_KEY_VARIABLES, BELFRY_FILE_ROOTS,
BELFRY_FINGERPRINT_KEY, BELFRY_SECRET_* or what configures Node, proxies and CI.
`
