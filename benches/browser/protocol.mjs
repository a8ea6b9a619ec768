// What the two scripts share: what they are asked, how candidates take turns, and how they answer.

/** What the benchmark asks, by its environment. */
export function settings() {
  const { ROUNDS, INPUTS, SCHEMA } = process.env;
  return {
    rounds: Number(ROUNDS ?? 3),
    // `name:entries:valid:beside`: 1 where the schema has nothing to say against it, and what else the worker reads.
    inputs: (INPUTS ?? "plain:50000:1").split(",").map((input) => {
      const [name, entries, valid, beside] = input.split(":");
      return { name, entries: Number(entries), valid: valid === "1", beside: beside || null };
    }),
    schema: SCHEMA || null,
  };
}

/** Answers with one line: `sample`, input, candidate, milliseconds; `version`, name, version; `absent`, name, why. */
export function say(...words) {
  console.log(words.map((word) => String(word).replace(/\s+/g, " ")).join("\t"));
}

/** Lets candidates take turns, each round begun by another one; the first round does not count. */
export async function take(input, rounds, names, turn) {
  const broken = new Set();
  for (let round = 0; round <= rounds; round += 1) {
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(place + round) % names.length];
      if (broken.has(name)) continue;
      try {
        const took = await turn(name);
        if (round > 0) say("sample", input, name, took);
      } catch (error) {
        // One that cannot do it is left out; the others go on.
        broken.add(name);
        say("absent", `${name} on ${input}`, error.message.split("\n")[0]);
      }
    }
  }
}
