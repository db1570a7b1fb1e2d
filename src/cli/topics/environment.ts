// belfry help environment: all environment variables.

export const environment = `Environment variables

Service and keys
  BELFRY_URL               URL of the service; takes precedence over the
                           project file
  BELFRY_API_KEY           API key, if the selected target has no apiKey
                           in the project file; init finds environments with it
  BELFRY_FINGERPRINT_KEY   key of the fingerprints in saved plans and in the
                           ledger, 16 characters or more (default: the API key)
  BELFRY_FILE_ROOTS        folders outside the project that may be read, with :
                           between them; as --file-root
  \${env:NAME} in manifests and in apiKey reads any other variable. --env-file
  <file> sets such variables; the environment takes precedence over the file.

Network
  HTTPS_PROXY, HTTP_PROXY  URL of a proxy; also in lower case
  NO_PROXY                 hosts that are reached without it
  NODE_EXTRA_CA_CERTS      file with an additional certificate authority
  NODE_TLS_REJECT_UNAUTHORIZED
                           0 is refused

Terminal
  NO_COLOR                 any value: no colours
  FORCE_COLOR              1: colours also in a pipe; 0: no colours
  TERM                     dumb: no colours
  LC_ALL, LC_CTYPE, LANG   the first that is set decides: UTF-8, or ASCII

Pipelines
  CI                       set: a message about a missing secret suggests
                           plan --secrets=defer
  GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, CI_MERGE_REQUEST_IID
                           a pull request: apply is refused
  GITHUB_BASE_REF, CI_MERGE_REQUEST_DIFF_BASE_SHA
                           base of belfry diff and of plan --diff-base
  GITHUB_STEP_SUMMARY, GITHUB_OUTPUT
                           written by --report github
  GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_WORKSPACE,
  GITHUB_RUN_ID            links in reports, and the commit in saved plans
  CI_PROJECT_URL, CI_COMMIT_SHA, CI_PROJECT_DIR, CI_JOB_URL
                           the same on GitLab
  BELFRY_MANUAL_URL        https URL of the folder docs of belfry, for links in
                           SARIF; the GitHub action of belfry sets it

--env-file can't set BELFRY_URL, BELFRY_FILE_ROOTS, BELFRY_FINGERPRINT_KEY or
variables of Node, of proxies and of CI systems.
`
