// belfry help connection: how belfry connects to the service.

export const connection = `Connection

URL of the service
  --url <url>              first choice; then BELFRY_URL, then the project file
                           (service.url, or url of a target)
  "sandbox" as URL         the sandbox on this machine, port 4111; with another
                           port: sandbox:4711
  --insecure-http          allow API keys over http to other machines. On this
                           machine http is always allowed.
If BELFRY_URL or --url is set, a target whose own URL has another origin is
refused.

API keys
  apiKey of a target       a reference in the project file:
                           \${env:BELFRY_PRODUCTION_API_KEY}
  BELFRY_API_KEY           for the only selected target, if it has no apiKey
  --api-key-file <file>    the same from a file; - reads stdin. The file should
                           be readable only by its owner (chmod 600).
  --env-file <file>        NAME=value lines for \${env:NAME} of apiKey and of
                           manifests
No option contains a key: other users could see it in the list of processes.
The sandbox needs no key; belfry knows its keys.

Rate limits and timeouts
  --rate <rate>            share of the service's rate limits: 80% (default), or
                           requests a second: 5/s
  --concurrency <number>   requests at the same time: 1 to 64 (default: 4)
  --timeout <time>         time for one request, waits and retries included: 40,
                           40s or 2m (default: 300; doctor and init: 30)
If the service answers 429 or 5xx, belfry waits and tries again. A write is sent
again only if this can't do it twice.

Proxies and TLS
  HTTPS_PROXY, HTTP_PROXY  URL of a proxy: http://HOST:PORT
  NO_PROXY                 hosts without a proxy. This machine never uses one.
  NODE_EXTRA_CA_CERTS      file with an additional certificate authority
  NODE_TLS_REJECT_UNAUTHORIZED=0 is refused: it turns off certificate checks.

If something fails
  --debug                  log every HTTP request without its values
  belfry doctor            check URL, keys and environments; writes nothing
`
