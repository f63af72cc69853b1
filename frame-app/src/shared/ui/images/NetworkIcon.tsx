import { Picture, type PictureProps } from './Picture.tsx'

export interface NetworkIconProps extends Pick<PictureProps, 'src' | 'name' | 'id'> {
  size?: 20 | 24 | 32 | 64 | undefined
}

/** Networks and tokens are round. */
export function NetworkIcon({ size = 32, ...picture }: NetworkIconProps) {
  return <Picture {...picture} size={size} shape="round" />
}
