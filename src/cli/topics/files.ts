// belfry help files: the files that belfry reads and writes.

export const files = `Files

Files that belfry reads
  belfry.yaml              the project file: service, targets, guards. belfry
                           searches the working directory, then its parents.
                           --config <file> uses a different project file.
  manifests                YAML; NDJSON files by "include:". "manifests:" in the
                           project file lists files, folders and globs.
                           -f, --file <path> reads other manifests; -f - reads
                           stdin.
  smoke suites             YAML; "smoke: suites:" in the project file lists them
  \${file:path}             a secret in a file. The file must be in the project,
                           or in a folder of --file-root or BELFRY_FILE_ROOTS.
  --dotenv <file>          NAME=value lines for \${env:NAME} in manifests and in
                           apiKey. Variables that are already set take
                           precedence. The file can't set variables that belfry
                           itself reads.
Paths on the command line are relative to the working directory. Paths in
belfry.yaml and in \${file:path} are relative to the folder of belfry.yaml. Paths
in "include:" are relative to the manifest that contains "include:".

Files that belfry writes
  --out <file>             plan: the saved plan, for belfry apply FILE
  --out <folder>           export: new manifests
  --report <kind=file>     a report: belfry help output
  --journal <file>         apply: a JSON line before and after each write. If a
                           run is killed, the journal shows what was done:
                           belfry show FILE
  .belfry/ledger.json      with "unreadable: ledger": fingerprints of values
                           that the service doesn't return. Commit the ledger,
                           or cache the ledger in the pipeline. Without the
                           ledger, the next apply sends these fields again.
Saved plans, journals, reports and the ledger are readable only by their owner
(mode 600). belfry doesn't replace an existing YAML or NDJSON file, except with
belfry export --write. belfry doesn't create folders
for reports.

Limits of input, with their defaults
  max-file-size=8MiB             size of a YAML file, or of one line of NDJSON
  max-referenced-file=1MiB       size of a file in a reference \${file:path}
  max-depth=100                  levels of nested lists and objects; at most 500
  max-aliases=25000              YAML aliases in one file
  max-nodes=250000               values repeated by YAML aliases in one file
  --input-limit <name=value>     a different limit for one run, such as
                                 --input-limit max-file-size=16MiB

belfry validate --full lists the files and folders that were ignored.
belfry schema NAME prints the JSON Schema of one of these files. Editors use the
copies in .belfry/schemas.
`
