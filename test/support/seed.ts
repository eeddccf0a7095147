// One seed for everything a test draws: the same in every run of the gate, so that nothing is red by chance; another one each time where
// PLIMSOLL_RANDOM_SEED=1 says so, as the scheduled workflow does. What that finds becomes a case of its own.
const usual = 20_261_122

export const seedOfRun = process.env['PLIMSOLL_RANDOM_SEED'] === '1' ? Math.floor(Math.random() * 2 ** 31) : usual
