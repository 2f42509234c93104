import fc from 'fast-check'

// One commit is either red or green: its generated cases are the same in every run. `npm run trust` draws new ones.
if (process.env.HISTORIES !== 'all') fc.configureGlobal({ seed: 20261123 })
