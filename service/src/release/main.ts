/** `node … service/src/release/main.ts <build folder> <build id> <file for the public key>`, called by the build. */
import { main } from './build.ts'

const [folder, buildId, publicKeyFile] = process.argv.slice(2)
if (folder === undefined || buildId === undefined || publicKeyFile === undefined)
  throw new Error('usage: main.ts <build folder> <build id> <file for the public key>')
main(folder, buildId, publicKeyFile)
