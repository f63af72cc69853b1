/** Outlines on a 20 × 20 grid, stroke 1.5. `mirrored` lists those that are mirrored in right-to-left languages. */
export const paths = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  chevron: 'm7.5 4.5 5.5 5.5-5.5 5.5',
  down: 'm4.5 7.5 5.5 5.5 5.5-5.5',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  help: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM7.8 7.8A2.2 2.2 0 1 1 11 9.7c-.7.4-1 .8-1 1.6m0 2.4h.01',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm0-8.5v4.5m0-7.2h.01',
  warning: 'M10 3 2.5 16.5h15L10 3Zm0 5.5v3.5m0 2.2h.01',
  copy: 'M7.5 7.5h8.5V17H7.5V7.5Zm5-3V3H4v9.5h1.5',
  external: 'M11.5 3.5h5v5m0-5-7.5 7.5M14.5 11.5v5h-11v-11h5',
  refresh: 'M16.5 4v4h-4m3.7 0A7 7 0 1 0 17 10.5',
  lock: 'M4.5 9h11v8h-11V9Zm2 0V6.5a3.5 3.5 0 0 1 7 0V9M10 12v2',
  key: 'M7.5 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.8-6.8L16.5 3m-3 3 2.5 2.5',
  wallet: 'M16 6.5V4H4.5a1.5 1.5 0 0 0 0 3h12.5v9.5H4.5A1.5 1.5 0 0 1 3 15V5.5m10.5 6.2h.01',
  disconnect: 'M12.5 6.5v-3h-9v13h9v-3M8 10h9m-2.5-2.5L17 10l-2.5 2.5',
  network: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm-7.5-7.5h15M10 2.5c5 5 5 10 0 15-5-5-5-10 0-15Z',
  qr: 'M3.5 3.5H8V8H3.5V3.5Zm8.5 0h4.5V8H12V3.5ZM3.5 12H8v4.5H3.5V12Zm8.5 0h1.5m3 0v4.5H15M12 15v1.5',
  mail: 'M2.5 5h15v10.5h-15V5Zm0 1.5L10 11l7.5-4.5',
  phone: 'M6 2.5h8v15H6v-15Zm3.5 12.5h1',
  desktop: 'M2.5 4h15v9.5h-15V4Zm4 13h7M10 13.5V17',
} as const satisfies Record<string, string>

export type IconName = keyof typeof paths

export const mirrored: ReadonlySet<IconName> = new Set<IconName>(['back', 'chevron', 'external', 'disconnect'])
