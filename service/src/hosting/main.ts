/** `npm run site -- --projects <file> [--frame <folder>] --out <folder>`: writes a deployment for a static host. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseProjects } from '../frames/projects.ts'
import { readBuild } from '../release/build.ts'
import { staticSite } from './site.ts'

try {
  const { values } = parseArgs({
    options: {
      projects: { type: 'string' },
      frame: { type: 'string', default: 'dist/frame' },
      out: { type: 'string' },
    },
  })
  const { projects, frame, out } = values
  if (projects === undefined || out === undefined) throw new Error('npm run site -- --projects <file> --out <folder>')
  if (!existsSync(join(frame, 'modal.html'))) throw new Error(`${frame}/modal.html is missing: run npm run build`)
  // Files of an earlier build would be served along with this one's.
  if (existsSync(out)) throw new Error(`${out} exists already: give a new folder`)
  const files = staticSite(readBuild(frame), parseProjects(JSON.parse(readFileSync(projects, 'utf8'))))
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), content)
  }
  console.log(
    `${files.size} files in ${out}: serve ${join(out, 'public')}, with _headers or ${join(out, 'nginx.conf')}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
