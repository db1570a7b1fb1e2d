// belfry help guards: what keeps an unwanted change from being applied.

export const guards = `Guards

Guards are checked for all targets before the first write. A refusal is exit 4.
plan reports what apply would refuse, except protection and confirmation, so a
check of a pull request fails early.

In the project file, for a target or for all
  protected: true          apply needs a reviewed plan: a saved one (plan --out,
                           apply FILE) or an approved one (apply --approved)
  limits                   how many resources of a kind one apply may change:
                           integration: { updates: 30%, creates: 20 }
  unmanaged                integrations that are in no manifest: report
                           (default), ignore, deactivate or fail
  rules                    severity of a rule: primary-lost: error

Options for one run
  --max-changes <kind=limit>
                           another limit: subscriber=20 or subscriber=10%
  --allow-protected <target>
                           write to a protected target without a reviewed plan
  --approved <file>        make a new plan, and apply it only if this saved plan
                           contains each of its changes
  --freshness <time>       a write is based on a read that is at most this old:
                           1s to 1h (default: 5)
  --allow-pull-request     apply in the pipeline of a pull request
  --keep-going             continue with the next target after a failure
  -y, --yes                don't ask for confirmation

Always
  An API key of another environment than that of its target is refused.
  A change is not sent if the service has another value than the plan saw: its
  status is "stale".
  A resource that is in the service twice is left unchanged (exit 6).
  The last active primary integration of email or sms is not lost unnoticed:
  primary-lost warns, and refuses for a protected target.
  Subscribers are created only with "subscribers: { create: api }".
  Nothing is deleted. Integrations can be switched off: active: false.
  After the last write a new plan must show no changes, otherwise exit 6.

Interrupting
  Ctrl-C or SIGTERM: nothing new is started, running writes are finished, and
  the result lists what was done. A second one ends belfry at once. The next
  apply sends what is missing.
`
