/** The fenced examples of the guides, by the kind of their text. */
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Snippet {
  /** Path from the root, and the line of the fence. */
  readonly place: string
  readonly kind: string
  readonly text: string
}

/** Every guide that a reader may copy from. `protocol/` is generated. */
const guides = ['.', 'docs', 'host-sdk', 'examples', 'deploy', 'service'].flatMap((folder) =>
  readdirSync(resolve(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md' && name !== 'extending.md')
    .map((name) => resolve(root, folder, name)),
)

export const snippets: readonly Snippet[] = guides.flatMap((path) =>
  snippetsIn(relative(root, path), readFileSync(path, 'utf8')),
)

export function snippetsIn(name: string, text: string): readonly Snippet[] {
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(({ index, 2: kind = '', 3: body = '' }) => ({
    place: `${name}:${text.slice(0, index).split('\n').length}`,
    kind,
    text: body,
  }))
}

/** As a module: `...` stands for the rest of the options, which the guide has shown before. */
export const toModule = ({ text }: Snippet): string =>
  `${text.replace(/\.\.\.(?=\s*[,}])/g, '...options')}\nexport {}\n`
