import { Picture, type PictureProps } from './Picture.tsx'

export interface NetworkIconProps extends Pick<PictureProps, 'src' | 'name' | 'id' | 'badge'> {
  size?: 16 | 20 | 24 | 32 | 40 | 64 | undefined
}

/** Networks and tokens are round. */
export function NetworkIcon({ size = 32, ...picture }: NetworkIconProps) {
  return <Picture {...picture} size={size} shape="round" />
}
