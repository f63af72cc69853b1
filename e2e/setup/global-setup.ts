/** Before the first worker process starts. */
import { ensureWorldBundle } from './world-bundle.ts'

export default ensureWorldBundle
