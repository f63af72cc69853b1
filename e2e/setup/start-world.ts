/** Starts the local world of a worker process. Loads it only then, because a process that lists tests does not need it. */
import { pathToFileURL } from 'node:url'
import type { World, WorldOptions } from '../world/world.ts'
import { worldFile } from './world-bundle.ts'

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  // as: the bundle of that module
  const bundled = (await import(pathToFileURL(worldFile).href)) as typeof import('../world/world.ts')
  return bundled.startWorld(options)
}
