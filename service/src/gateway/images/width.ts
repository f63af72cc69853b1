/** Sizes of pictures that exist, in pixels of the longer side. */
export const widths = [64, 128, 256, 512] as const
export type Width = (typeof widths)[number]
