// belfry help targets: selecting targets and resources.

export const targets = `Targets and resources

A target is one environment of the service. The project file lists the targets,
each with its API key. A project without targets has a single target, whose API
key is in BELFRY_API_KEY.

Targets
  -t, --target <name>       only this target; repeat it for several
  belfry plan -t Production
  belfry plan -t 'Prod*'    every target whose name matches
get, events, messages and trigger need exactly one target. apply changes the
targets in the order of the project file. If a target fails, apply stops, unless
--keep-going is given.

Resources
  Each resource has a kind and a name: environment/Staging,
  integration/sendgrid-main, subscriber/ops-oncall.
  --only <kind/name>        only resources that match this name
  --exclude <kind/name>     leave out resources that match this name
  belfry plan --only integration/sendgrid-main
  belfry plan --only 'integration/*' --exclude integration/mailgun-old
Both options can be repeated. With both options, belfry uses the resources that
--only selects, without the resources that --exclude names. A pattern that
matches nothing is an error (exit 3), so that a typo doesn't look like "no
changes".

Patterns
  * matches any characters, also none. Put patterns in single quotes, so that
  the shell doesn't replace patterns with file names.

Options for fields that the service doesn't return
  --resend <kind/name>      send again the declared fields that the service
                            doesn't return
  --check-credentials <kind/name>
                            when belfry sends credentials, let the service test
                            the credentials with the provider

A selection and guards
  With -f, --only or --exclude, belfry uses only some of the manifests, and so
  can't know which integrations are in no manifest. belfry then reports
  unmanaged integrations, but doesn't change them or refuse the plan, even if
  "unmanaged" is "deactivate" or "fail".
  A saved plan contains its selection: belfry apply plan.json can't be combined
  with -t, --only, --exclude, --resend or --check-credentials.

belfry completion prints a script that completes targets and resources in a
shell.
`
