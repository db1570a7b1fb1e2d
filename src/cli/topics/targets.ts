// belfry help targets: selecting targets and resources.

export const targets = `Targets and resources

A target is one environment of the service. The project file lists the targets,
each with its API key. A project without targets has one, and its API key is in
BELFRY_API_KEY.

Targets
  -t, --target <name>       only this target; repeat it for several
  belfry plan -t Production
  belfry plan -t 'Prod*'    every target whose name matches
Commands that look into the service (get, events, messages) and trigger need
exactly one target. apply works through the targets in the order of the project
file. It stops after a target that failed, unless --keep-going is given.

Resources
  Each resource has a kind and a name: environment/Staging,
  integration/sendgrid-main, subscriber/ops-oncall.
  --only <kind/name>        only these resources
  --exclude <kind/name>     all resources except these
  belfry plan --only integration/sendgrid-main
  belfry plan --only 'integration/*' --exclude integration/mailgun-old
Both can be repeated. --exclude also applies to what --only selects. A pattern
that matches nothing is an error (exit 3), so that a typo doesn't look like "no
changes".

Patterns
  * matches any characters, also none. Put patterns in single quotes, so that
  the shell doesn't replace them with file names.

Options that send what a plan can't compare
  --resend <kind/name>      send again the declared fields that the service
                            doesn't show
  --check-credentials <kind/name>
                            let the service test credentials with the provider
                            when they are sent

A selection and guards
  With -f, --only or --exclude, unmanaged integrations are only reported, even
  with "unmanaged: deactivate" or "fail": a part of the manifests doesn't prove
  that an integration is in none.
  A saved plan contains its selection: belfry apply plan.json can't be combined
  with -t, --only, --exclude, --resend or --check-credentials.

belfry completion prints a script that completes targets and resources in a
shell.
`
