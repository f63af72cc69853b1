/** Of the build (`vite.config.ts`). */
declare module 'virtual:recovery-page' {
  /** The page that opens recovery kits. */
  export const page: string
}
