// Sets the flags of V8 that belfry sets for itself. It is bundled, because Node 20 can't import TypeScript, and imported before
// a comparison.
import * as v8 from 'node:v8'
import { setFlags } from '../../src/cli/program/start-up.ts'

setFlags(v8)
