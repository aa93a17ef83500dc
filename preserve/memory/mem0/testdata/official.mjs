// Drives the official client through the calls that savectx makes, and prints
// what each gave. Arguments: address, key, user, project, text, new text.
import { createRequire } from "node:module";
const require = createRequire(process.argv[2] + "/package.json");
const { MemoryClient } = require("mem0ai");
const [, , , host, apiKey, userId, project, text, changed, metadataJson, changedJson] = process.argv;
const client = new MemoryClient({ apiKey, host });
const out = {};
const user = { user_id: userId };
const both = { AND: [user, { metadata: { project } }] };
out.add = await client.add([{ role: "user", content: text }], { userId, metadata: JSON.parse(metadataJson), infer: false });
const id = out.add.results[0].id;
out.search = await client.search(text, { filters: both, topK: 5 });
out.searchAll = await client.search(text, { filters: user, topK: 50 });
out.list = await client.getAll({ filters: both, page: 1, pageSize: 10 });
out.listAll = await client.getAll({ filters: user, page: 1, pageSize: 100 });
out.get = await client.get(id);
out.update = await client.update(id, { text: changed, metadata: JSON.parse(changedJson) });
out.changed = await client.get(id);
out.delete = await client.delete(id);
try {
  await client.get(id);
  out.gone = "still there";
} catch (err) {
  out.gone = err.errorCode;
}
process.stdout.write(JSON.stringify(out));
