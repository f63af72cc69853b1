/** `airlock site`: writes the modal as files for a static host. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readProjects } from '../config/read.ts'
import { staticSite } from '../hosting/site.ts'
import { readBuild } from '../release/build.ts'
import type { Cli } from './cli.ts'
import { readOptions } from './options.ts'

const usage = `airlock site --projects <file> --out <folder>

  --projects   the file with the project records
  --out        a new folder: public/ with the files, _headers and _redirects, and nginx.conf`

export async function site(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, { projects: { type: 'string' }, out: { type: 'string' } })
  if (!parsed) return 0
  const { projects, out } = parsed.values
  if (projects === undefined || out === undefined) throw new Error(usage)
  const frame = join(cli.built, 'frame')
  if (!existsSync(join(frame, 'modal.html'))) throw new Error(`${frame}/modal.html is missing: build the frames first`)
  // Otherwise files of an earlier build would be served together with this build's.
  if (existsSync(out)) throw new Error(`${out} exists already: give a new folder`)
  const files = staticSite(readBuild(frame), readProjects(resolve(projects)))
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), content)
  }
  cli.print(`${files.size} files in ${out}: serve ${join(out, 'public')}, with _headers or ${join(out, 'nginx.conf')}`)
  return 0
}
