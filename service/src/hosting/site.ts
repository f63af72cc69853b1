/** A deployment for a static host, as files: the pages of all projects, the build, and the headers. */
import { importMapSource, injectProject } from '../frames/page.ts'
import type { Projects } from '../frames/projects.ts'
import { headersFile } from './headers-file.ts'
import { nginxConfig } from './nginx.ts'
import { redirectsFile, siteRedirects } from './redirects.ts'
import { siteRules } from './rules.ts'

/** Content by path within the deployment folder. Files to be served are in `public/`. */
export function staticSite(
  build: ReadonlyMap<string, Uint8Array>,
  projects: Projects,
): Map<string, Uint8Array | string> {
  const page = build.get('modal.html')
  if (!page) throw new Error('The build has no modal.html')
  const html = Buffer.from(page).toString('utf8')
  const rules = siteRules({
    frame: { kind: 'modal' },
    projects,
    importMap: importMapSource(html),
    keyWorkers: [...build.keys()].flatMap((path) => /^assets\/(key-worker.*\.js)$/.exec(path)?.[1] ?? []),
  })
  const files = new Map<string, Uint8Array | string>()
  for (const [path, bytes] of build) if (!path.endsWith('.html')) files.set(`public/${path}`, bytes)
  for (const record of projects.values())
    files.set(`public/p/${record.projectId}/index.html`, injectProject(html, record))
  files.set('public/_headers', headersFile(rules))
  const redirects = siteRedirects(projects)
  if (redirects.length > 0) files.set('public/_redirects', redirectsFile(redirects))
  files.set('nginx.conf', nginxConfig(rules, redirects))
  return files
}
