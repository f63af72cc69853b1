/** Imported before everything else: served from its sources, the gallery loads libraries whole, and some need `Buffer` at once. */
import { provideBuffer } from '../../frame-app/src/shared/node-buffer.ts'

provideBuffer()
