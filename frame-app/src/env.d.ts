interface ImportMetaEnv {
  /** Names the build in HELLO; set by `scripts/build.mjs`. */
  readonly VITE_BUILD_ID?: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
