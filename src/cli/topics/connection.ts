// belfry help connection: how belfry connects to the service.

export const connection = `Connection

URL of the service
  --url <url>              first choice; then BELFRY_URL, then the project file
                           (service.url, or url of a target)
  "sandbox" as URL         the sandbox on this machine, port 4111; with a
                           different port: sandbox:4711
  --insecure-http          allow API keys over http to other machines. On this
                           machine http is always allowed.
If BELFRY_URL or --url is set, belfry refuses a target whose URL in the
project file has a different origin.

API keys
  apiKey of a target       a reference in the project file:
                           \${env:BELFRY_PRODUCTION_API_KEY}. From a list, belfry
                           uses the first key that the service accepts.
  BELFRY_API_KEY           API key of the selected target, if the project file
                           has no apiKey for that target
  --api-key-file <file>    file that contains this API key; - reads stdin. Only
                           the owner should be able to read the file: chmod 600
  --secret-command <command>
                           program that prints \${secret:NAME} of manifests, with
                           {} for NAME: op read op://{}
  --secrets <how>          needed: require only secrets that are sent
  --dotenv <file>          NAME=value lines for \${env:NAME}
No option accepts an API key as its value, because other users can see the
command line in the list of processes. For the sandbox you need no API key.

Rate limits and timeouts
  --rate <rate>            share of the service's rate limits: 80% (default), or
                           requests per second: 5/s
  --concurrency <number>   maximum number of requests at the same time: 1 to 64
                           (default: 4, or up to 32 if the service reports its
                           rate limits and they need more than 4)
  --timeout <time>         maximum time for one request, including waits and
                           retries: 40, 40s or 2m (default: 300; doctor and
                           init: 30; trigger --wait: 60)
  --run-timeout <time>     maximum time for the whole run (default: none)
After 429 or 5xx, belfry waits and tries again; a write only if it is safe.

Proxies and TLS
  HTTPS_PROXY, HTTP_PROXY  URL of a proxy: http://HOST:PORT
  NO_PROXY                 hosts without a proxy; this machine never has one
  NODE_EXTRA_CA_CERTS      file with an additional certificate authority
  NODE_TLS_REJECT_UNAUTHORIZED=0 (no certificate checks) is not accepted

If something fails
  --debug                  log every HTTP request without its values
  belfry doctor            check URL, API keys and environments; doctor doesn't
                           write to the service
`
