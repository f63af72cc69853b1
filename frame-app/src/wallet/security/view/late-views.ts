/** Views that few users open, in one file of the build: each further one costs the first screen. */
export { ExportView } from './ExportView.tsx'
export { TypedView } from './TypedView.tsx'
