/** The files with tests of the gate. Loading all files to find these tests takes twice as long. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export const gateFiles = (): readonly string[] =>
  ['specs', 'attack/cases']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(spec|attack)\.ts$/.test(file) && readFileSync(join(root, file), 'utf8').includes('@gate'))
