/** Writes the page and the command that open recovery kits to `dist/kit`. */
import { rmSync } from 'node:fs'
import { packKit } from './kit-files.ts'

rmSync('dist/kit', { recursive: true, force: true })
await packKit('dist/kit')
