# Refuses a new integration with a provider that is not in the list. Existing integrations may have any.
["sendgrid", "twilio", "slack", "fcm", "svc"] as $allowed
| (.plan // .saved.plan).sections[].changes[]
| select(.kind == "integration" and .action == "create")
| .id as $id
| .differences[]
| select(.path == "providerId" and (.after | IN($allowed[]) | not))
| "\($id): the provider \(.after) is not allowed"
