import { Glyph, type GlyphProps } from './Glyph.tsx'
import { type IconName, mirrored, paths } from './paths.ts'

export type { IconName } from './paths.ts'

export interface IconProps extends Pick<GlyphProps, 'size' | 'className'> {
  name: IconName
}

/** An icon of the first view. */
export function Icon({ name, ...look }: IconProps) {
  return <Glyph {...look} path={paths[name]} mirrored={mirrored.has(name)} />
}
