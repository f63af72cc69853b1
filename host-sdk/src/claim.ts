/**
 * Allows one instance per project and page, even if the SDK was loaded several times. Copies of the SDK share no variables, and a global
 * would expose the instance to every script. So a copy that is about to create an instance dispatches an event, and a copy that already has
 * one objects.
 */
import { listen, type Undo } from './dom.ts'

const question = (projectId: string) => `airlock:claim:${projectId}`

export const isClaimed = (projectId: string): boolean =>
  !dispatchEvent(new Event(question(projectId), { cancelable: true }))

export const claim = (projectId: string): Undo => listen(window, question(projectId), (event) => event.preventDefault())
