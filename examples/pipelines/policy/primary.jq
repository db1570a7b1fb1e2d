# Refuses the deactivation of a primary integration, even if another one becomes primary in the same plan:
# first let the new one deliver, then deactivate the former one with a later plan.
(.plan // .saved.plan).sections[]
| .target as $target
| .delivery[]?
| select(.before.primary and .before.active and .after.active == false)
| "\($target): \(.name) is the primary integration for \(.channel) and would become inactive"
