// The least that reading YAML could be: parses each file of a folder with the package `yaml`.
// node bench/bare/parse.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const [folder] = process.argv.slice(2)
for (const name of readdirSync(folder)) parse(readFileSync(join(folder, name), 'utf8'))
