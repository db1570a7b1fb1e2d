// belfry help guards: checks that prevent unwanted changes.

export const guards = `Guards

belfry checks all targets before the first write. After a refusal, exit code 4.
plan reports the same refusals, except protection and confirmation, so that a
plan on a pull request shows the refusals before the merge.

In the project file, for a single target or for all targets
  protected: true          apply needs a reviewed plan: a saved plan (apply
                           FILE) or an approved plan (apply --approved FILE)
  limits                   maximum number of changes for each kind in one run:
                           integration: { updates: 30%, creates: 20 }
  unmanaged                what to do with integrations that are in no manifest:
                           report (default), ignore, deactivate or fail
  owns                     the part of a shared environment that is managed
  ignore                   fields that are not compared and not changed
  rules                    severity of a rule: primary-lost: error

Options for one run
  --max-changes <kind=limit>
                           a different limit: subscriber=20 or subscriber=10%
  --allow-protected <target>
                           allow writes to a protected target without a reviewed
                           plan
  --approved <file>        make a new plan, and apply the new plan only if this
                           saved plan contains each change of the new plan
  --freshness <time>       maximum age of the last read before a write: 1s to
                           1h (default: 5s). If it is older, belfry reads again.
  --allow-pull-request     allow writes and triggers for a pull request
  --keep-going             continue with the next target after a failure
  -y, --yes                don't ask for confirmation

Always
  An API key must belong to the environment of its target.
  If a value in the service changed after the plan was made, the change is not
  sent. The status of the change is "stale".
  A resource that is in the service twice stays unchanged (exit 6).
  If email or sms would lose its last active primary integration, the rule
  primary-lost warns. For a protected target, the change is refused.
  Subscribers are created only with "subscribers: { create: api }".
  Nothing is deleted. To switch off an integration, write active: false.
  After the last write, a new plan must show no changes, otherwise exit 6.

Interrupting
  After Ctrl-C or SIGTERM, no new write is started, running writes are finished,
  and the result lists what was done. A second signal ends the run immediately.
  The next apply run sends the remaining changes.
`
