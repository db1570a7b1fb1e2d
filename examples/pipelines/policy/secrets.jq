# Refuses a secret that is written in a manifest. For a reference, the label is like (secret env:SENDGRID_KEY).
(.plan // .saved.plan).sections[].changes[]
| select(any(.differences[].after | ..; . == "(secret literal)"))
| "\(.id): a secret is written in a manifest"
