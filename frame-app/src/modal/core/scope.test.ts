import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createScope } from './scope.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('timers', () => {
  test('after: runs once; the cancel function, the signal and the end of the scope each prevent it', () => {
    const scope = createScope()
    const ran: string[] = []
    const until = new AbortController()
    scope.after(10, () => ran.push('kept'))
    scope.after(10, () => ran.push('cancelled'))()
    scope.after(10, () => ran.push('aborted'), until.signal)
    scope.after(10, () => ran.push('aborted before'), AbortSignal.abort())
    until.abort()
    vi.advanceTimersByTime(50)
    expect(ran).toEqual(['kept'])
    scope.after(10, () => ran.push('ended'))
    scope.dispose()
    scope.after(10, () => ran.push('too late'))
    vi.advanceTimersByTime(50)
    expect(ran).toEqual(['kept'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('every: runs until it is cancelled or the scope ends', () => {
    const scope = createScope()
    const tick = vi.fn()
    const other = vi.fn()
    const stop = scope.every(10, tick)
    scope.every(10, other)
    vi.advanceTimersByTime(25)
    stop()
    vi.advanceTimersByTime(25)
    scope.dispose()
    vi.advanceTimersByTime(25)
    expect([tick.mock.calls.length, other.mock.calls.length]).toEqual([2, 5])
    scope.every(10, tick)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('pause: resolves in time, or when its signal aborts, and leaves no listener on the signal', async () => {
    const scope = createScope()
    const until = new AbortController()
    let ended = 0
    const count = () => {
      ended += 1
    }
    const waits = [scope.pause(10, until.signal).then(count), scope.pause(1000, until.signal).then(count)]
    const listening = () => getEventListeners(until.signal, 'abort').length
    const both = listening()
    await scope.pause(0)
    await scope.pause(1000, AbortSignal.abort())
    await vi.advanceTimersByTimeAsync(10)
    expect([ended, listening()]).toEqual([1, both / 2])
    until.abort()
    await Promise.all(waits)
    expect([ended, vi.getTimerCount()]).toEqual([2, 0])
  })

  test('pause: never resolves after the scope has ended', async () => {
    const scope = createScope()
    const went = vi.fn()
    scope.pause(10).then(went, went)
    scope.dispose()
    await vi.advanceTimersByTimeAsync(50)
    expect(went).not.toHaveBeenCalled()
  })
})

describe('attempts', () => {
  test('begin: the newest counts; abort and dispose end it; a released one is not aborted any more', () => {
    const scope = createScope<'read' | 'other'>()
    const first = scope.begin('read')
    const second = scope.begin('read')
    const other = scope.begin('other')
    expect([first.aborted, second.aborted, scope.current('read') === second]).toEqual([true, false, true])
    scope.release('read', first)
    expect(scope.current('read')).toBe(second)
    scope.release('read', second)
    scope.abort('read')
    expect([second.aborted, scope.current('read')]).toEqual([false, undefined])
    scope.dispose()
    expect([other.aborted, scope.begin('read').aborted]).toEqual([true, true])
  })

  test('abort: the attempt is gone when its listeners run, so that they can begin the next one', () => {
    const scope = createScope<'read'>()
    let next: AbortSignal | undefined
    scope.begin('read').addEventListener('abort', () => {
      next = scope.begin('read')
    })
    scope.abort('read')
    expect(scope.current('read')).toBe(next)
    expect(next?.aborted).toBe(false)
  })
})

describe('lifetime', () => {
  test('dispose runs each teardown once, also that of children; one that is called before is not run again', () => {
    const scope = createScope()
    const child = scope.child()
    const grandchild = child.child()
    const ran: string[] = []
    const early = scope.add(() => ran.push('early'))
    scope.add(() => ran.push('own'))
    grandchild.add(() => ran.push('grandchild'))
    early()
    child.dispose()
    expect(ran).toEqual(['early', 'grandchild'])
    scope.dispose()
    scope.dispose()
    expect(ran).toEqual(['early', 'grandchild', 'own'])
    scope.add(() => ran.push('too late'))
    expect(ran.at(-1)).toBe('too late')
    expect([child.signal.aborted, grandchild.signal.aborted]).toEqual([true, true])
  })

  test('run: a failure is uncaught while the scope lives, and ignored after its end', async () => {
    const uncaught: unknown[] = []
    const listen = (error: unknown) => uncaught.push(error)
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', listen)
    vi.useRealTimers()
    const scope = createScope()
    scope.run(undefined)
    scope.run(Promise.reject(new Error('alive')))
    await new Promise((done) => setImmediate(done))
    scope.dispose()
    scope.run(Promise.reject(new Error('ended')))
    await new Promise((done) => setImmediate(done))
    process.off('unhandledRejection', listen)
    for (const other of others) process.on('unhandledRejection', other)
    expect(uncaught).toEqual([new Error('alive')])
  })
})
