// The files of a worker share its modules: a run that a test left unfinished must not add its options to the commands in messages of the next test.
import { beforeEach } from 'vitest'
import { completing } from '../../src/core/shell.ts'

beforeEach(() =>
  completing(
    (words) => `belfry ${words}`,
    () => Promise.resolve(),
  ),
)
