// Durable writes, as those by hand do them: a commit a request, or one for all that arrive in one turn of the event loop.

/** Runs the work durably; gives, or resolves with, what it gives after the commit. */
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
  return (work) => new Promise((resolve, reject) => {
    waiting.push({ work, resolve, reject })
    if (waiting.length === 1) setImmediate(commitAll)
  })
}
