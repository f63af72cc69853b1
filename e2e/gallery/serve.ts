/** `npm run gallery`: every view and state in a page with hot reload. No chain, relay or wallet service runs. */
import { serveGallerySources } from './server.ts'

const { address } = await serveGallerySources()
console.log(`The gallery is at ${address}`)
