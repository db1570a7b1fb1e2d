# Refuses a plan that undoes drift and also contains changes of the branch. A plan without --diff-base has no
# causes, so it is allowed.
[(.plan // .saved.plan).sections[].changes[].cause // empty]
| select(any(. != "branch") and any(. != "drift"))
| "the plan undoes drift and also contains changes of the branch"
