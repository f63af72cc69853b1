import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string) => resolve(import.meta.dirname, '..', path)

/** Builders of schemas: a schema that nobody reads is dropped. */
const builders =
  'string number int boolean unknown never literal optional nullable array strictObject record tuple union anyOf regex refine minLength maxLength minimum maximum positive nonnegative patterned text safe approval'

/** The host SDK: one self-contained ES module. The schemas of the protocol run on the small engine. */
export default defineConfig({
  clearScreen: false,
  resolve: {
    alias: [
      { find: /^zod\/mini$/, replacement: at('host-sdk/engine/zod-mini.ts') },
      { find: /^@airlock\/protocol\/(.*)$/, replacement: `${at('protocol/src')}/$1` },
    ],
  },
  build: {
    target: 'es2022',
    outDir: at('dist/sdk'),
    emptyOutDir: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    lib: { entry: { airlock: at('host-sdk/src/index.ts') }, formats: ['es'], fileName: (_, name) => `${name}.js` },
    rolldownOptions: {
      // Library builds keep white space unless told otherwise; what a host page loads is the file itself.
      output: { minify: true, comments: false },
      treeshake: { manualPureFunctions: builders.split(' ') },
    },
  },
})
