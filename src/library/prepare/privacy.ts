// For the command line, which reads no project file itself.
export { readPrivacy } from '../../project/read.ts'
