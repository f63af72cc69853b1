/** Response headers by path, for a static host: the server's own table, for one origin. */
import { type Frame, frameHeaders, type Headers, type Served } from '../frames/headers.ts'
import type { Projects } from '../frames/projects.ts'
import { manifestName, sdkFolder, signatureName } from '../release/manifest.ts'

export interface Rule {
  readonly path: string
  /** Every file below the path, or this one. */
  readonly match: 'below' | 'exact'
  /** The file to serve, if its name differs from the path. */
  readonly file?: string
  readonly headers: Headers
}

export interface Site {
  readonly frame: Frame
  readonly projects: Projects
  /** CSP source of the pages' import map. */
  readonly importMap: string | undefined
  /** File names of the Key Worker in `assets/`. */
  readonly keyWorkers: readonly string[]
}

export function siteRules({ frame, projects, importMap, keyWorkers }: Site): readonly Rule[] {
  const pages = [...projects.values()].map((record): Rule => {
    const path = `/p/${record.projectId}/`
    const served: Served = { ...frame, record, importMap }
    return { path, match: 'exact', file: `${path}index.html`, headers: frameHeaders(served) }
  })
  const workers = keyWorkers.map((name): Rule => {
    return { path: `/assets/${name}`, match: 'exact', headers: frameHeaders({ kind: 'key-worker' }) }
  })
  // Pages load it from the modal's origin.
  const sdk: readonly Rule[] =
    frame.kind === 'modal' ? [{ path: `/${sdkFolder}`, match: 'below', headers: frameHeaders({ kind: 'sdk' }) }] : []
  const lists = [manifestName, signatureName].map((name): Rule => {
    return { path: `/${name}`, match: 'exact', headers: frameHeaders({ kind: 'manifest' }) }
  })
  return [
    ...pages,
    ...workers,
    { path: '/assets/', match: 'below', headers: frameHeaders({ kind: 'asset' }) },
    ...sdk,
    ...lists,
  ]
}
