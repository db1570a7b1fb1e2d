# Refuses fields that are sent again in these targets: a reviewer can't see whether they change.
["Production"] as $targets
| (.plan // .saved.plan).sections[].changes[]
| select(.action == "resend" and (.target | IN($targets[])))
| "\(.id): fields would be sent again"
