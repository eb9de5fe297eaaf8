// Durable writes of the services by hand: one commit per request, or one for all requests of a turn of the event loop.

/** Returns a function that runs work in a transaction, and returns or resolves with its result after the commit. */
export function writing(database, isGrouped) {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) => database.prepare(sql))
  const [savepoint, release, undo] = ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one'].map((sql) => database.prepare(sql))
  let waiting = []

  function commitOne(work) {
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      rollback.run()
      throw error
    }
  }

  function commitAll() {
    const group = waiting
    waiting = []
    const done = []
    try {
      begin.run()
      for (const { work, resolve, reject } of group) {
        savepoint.run()
        try {
          const result = work()
          release.run()
          done.push(() => resolve(result))
        } catch (error) {
          undo.run()
          release.run()
          done.push(() => reject(error))
        }
      }
      commit.run()
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const each of done) each()
  }

  if (!isGrouped) return commitOne
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      if (waiting.length === 1) setImmediate(commitAll)
    })
}
