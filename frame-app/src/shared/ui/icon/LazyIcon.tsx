import { Glyph, type GlyphProps } from './Glyph.tsx'
import { paths as first } from './paths.ts'

/** Outlines on a 20 × 20 grid, stroke 1.5, for views that load late. */
const paths = {
  in: 'M10 3.5v12m-5-5 5 5 5-5',
  out: 'M10 16.5v-12m-5 5 5-5 5 5',
  swap: 'M3.5 7h12m-3-3.5 3.5 3.5-3.5 3.5M16.5 13h-12m3-3.5L4 13l3.5 3.5',
  picture: 'M3 3.5h14v13H3v-13Zm0 10 4.5-4.5 3.5 3.5 2-2 4 4M12.5 7.5h.01',
  card: 'M2.5 4.5h15v11h-15v-11Zm0 3.5h15M5.5 12.5h3',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.5l3 1.5',
  document: 'M5 2.5h7l3 3v12H5v-15Zm2.5 6h5m-5 3h5m-5 3h3',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  done: first.check,
  not: first.close,
  again: first.refresh,
} as const satisfies Record<string, string>

export type LazyIconName = keyof typeof paths

export function LazyIcon({ name, ...look }: { name: LazyIconName } & Pick<GlyphProps, 'size' | 'className'>) {
  return <Glyph {...look} path={paths[name]} />
}
