// The files of a worker share its modules: a run that a test left unfinished must not add its options to the commands in messages of the next test.
import { beforeEach } from 'vitest'
import { worded } from '../../src/core/shell.ts'

beforeEach(() =>
  worded({ command: (words) => `belfry ${words}`, option: (name) => name }, () => Promise.resolve()),
)
