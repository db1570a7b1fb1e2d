// belfry help files: the files that belfry reads and writes.

export const files = `Files

Files that belfry reads
  belfry.yaml              the project file: service, targets, guards. It is
                           searched from the working directory upwards.
                           --config <file> uses another one.
  manifests                YAML; NDJSON files by "include:". "manifests:" in the
                           project file lists files, folders and globs.
                           -f, --file <path> reads others; -f - reads stdin.
  smoke suites             YAML; "smoke: suites:" in the project file lists them
  \${file:path}             a secret in a file. It must be inside the project, or
                           in a folder of --file-root or BELFRY_FILE_ROOTS.
  --env-file <file>        NAME=value lines for \${env:NAME} in manifests and in
                           apiKey. The environment takes precedence. The file
                           can't set variables that belfry itself reads.
Paths on the command line are relative to the working directory, paths in files
to the file's own folder or to the project.

Files that belfry writes
  --out <file>             plan: the saved plan, for belfry apply FILE
  --out <folder>           export: new manifests
  --report <kind=file>     a report: belfry help output
  --journal <file>         apply: a line of JSON before and after each write. It
                           shows what was done if a run is killed. belfry show
                           FILE prints it.
  .belfry/ledger.json      with "unreadable: ledger": fingerprints of values
                           which the service doesn't show. Commit it, or cache
                           it in the pipeline. Without it, the next apply sends
                           these fields again.
Saved plans, journals, reports and the ledger are readable only by their owner
(mode 600). belfry doesn't replace an existing YAML or NDJSON file, except with
belfry export --write. It creates no folders for reports.

Limits of input, with their defaults
  max-file-size=8MiB             a YAML file, or one line of NDJSON
  max-referenced-file=1MiB       a file of \${file:path}
  max-depth=100                  nested lists and objects, at most 500
  max-nodes=250000               values that the aliases of a document repeat
  --input-limit <name=value>     another limit for one run, such as
                                 --input-limit max-file-size=16MiB

belfry validate --full lists the files and folders that were ignored.
The schemas of all these files are in the folder schemas/ of belfry.
`
