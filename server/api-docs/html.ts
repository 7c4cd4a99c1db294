/** The part of JSON Schema that docs/openapi.json uses, and scripts/openapi/ makes. */
export type Schema = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Example = { examples?: { example: { value: unknown } } };
type Media = { schema: Schema } & Example;
type Content = Record<string, Media>;
export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
} & Example;
type Response = { description: string; headers?: Record<string, unknown>; content?: Content };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string; description?: string }>;
};
export type Components = {
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
  schemas: Record<string, Schema>;
};

const exampleOf = ({ examples }: Example): unknown => examples?.example.value;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** A text of the document with its `code`. */
export const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
/** The address of a named schema on the page. */
const schemaId = (name: string): string => `schema-${name}`;

/** The type of a field in a few words, with links to named schemas. */
export function typeHtml(schema: Schema): string {
  if (schema.$ref) return `<a href="#${schemaId(nameOf(schema.$ref))}">${nameOf(schema.$ref)}</a>`;
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((one) => `<code>${escaped(String(one))}</code>`).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeHtml).join(' or ');
  if (schema.items) return `list of ${typeHtml(schema.items)}`;
  if (typeof schema.additionalProperties === 'object')
    return `by name: ${typeHtml(schema.additionalProperties)}`;
  const types = [schema.type ?? 'anything'].flat().join(' or ');
  const kind = schema.format === 'date-time' ? types.replace('string', 'time') : types;
  return schema.maxLength ? `${kind}, at most ${schema.maxLength}` : kind;
}

/** The fields of an object, nested ones below their name. */
function fieldRows(schema: Schema, prefix = ''): string {
  return Object.entries(schema.properties ?? {})
    .map(([field, its]) => {
      const name = `${prefix}${field}`;
      const optional = schema.required?.includes(field) ? '' : ' <i>optional</i>';
      const described = its.description ? `<br>${prose(its.description)}` : '';
      const inner = [its, its.items, ...(its.anyOf ?? [])].find((one) => one?.properties);
      return `<div><dt><code>${escaped(name)}</code>${optional}</dt><dd><span class="type">${typeHtml(its)}</span>${described}</dd></div>${
        inner ? fieldRows(inner, `${name}${its.items ? '[]' : ''}.`) : ''
      }`;
    })
    .join('');
}

/** A schema with its fields; of an extended one what it extends, and its own fields. */
export function schemaHtml(schema: Schema): string {
  const own = schema.allOf?.find((one) => one.properties) ?? schema;
  const base = schema.allOf?.find((one) => one.$ref);
  const head = base ? `<p>Everything of ${typeHtml(base)}, and:</p>` : '';
  return own.properties ? `${head}<dl class="fields">${fieldRows(own)}</dl>` : `<p>${typeHtml(schema)}</p>`;
}

/** A named schema as an entry of the page. */
export const namedHtml = ([name, schema]: [string, Schema]): string =>
  `<details class="call schema" id="${schemaId(name)}" data-words="${name.toLowerCase()}"><summary>${name}</summary><div class="inside">
${schema.description ? `<p>${prose(schema.description)}</p>` : ''}${schemaHtml(schema)}</div></details>`;

const jsonHtml = (value: unknown): string =>
  `<pre tabindex="0">${escaped(JSON.stringify(value, null, 2))}</pre>`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call on a command line, with the example of its body. */
function curlOf(method: string, path: string, parameters: Parameter[], body: Media | undefined): string {
  const of = (one: Parameter) =>
    encodeURIComponent(String(one.examples?.example.value ?? one.schema.enum?.[0] ?? 42));
  const address = parameters.reduce((text, one) => text.replace(`{${one.name}}`, of(one)), path);
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  const queryText = query.length > 0 ? `?${query.map((one) => `${one.name}=${of(one)}`).join('&')}` : '';
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$KEYHOLD${address}${queryText}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(parameters.some(({ name }) => name === 'Idempotency-Key')
      ? ['-H "Idempotency-Key: $(uuidgen)"']
      : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(exampleOf(body)))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

const parametersHtml = (parameters: Parameter[]): string =>
  parameters
    .map(
      ({ name, in: where, required, schema, description }) =>
        `<div><dt><code>${escaped(name)}</code> <i>${where === 'query' ? '' : `${where} `}${required ? '' : 'optional'}</i></dt><dd><span class="type">${typeHtml(schema)}</span>${description ? `<br>${prose(description)}` : ''}</dd></div>`,
    )
    .join('');

function answerHtml(status: string, { content = {}, headers = {} }: Response): string {
  const [[type, media] = []] = Object.entries(content);
  const what = !media || type !== 'application/json' ? escaped(type ?? '') : typeHtml(media.schema);
  const inline = media?.schema.properties ? schemaHtml(media.schema) : '';
  const example = media?.examples
    ? `<details class="more"><summary>Example of an answer</summary>${jsonHtml(exampleOf(media))}</details>`
    : '';
  const sent = Object.keys(headers).map((header) => `<code>${header}</code>`);
  return `<h3>Answer ${escaped(status)}</h3>${inline || `<p>${what}</p>`}<p class="muted">With ${sent.join(', ')}</p>${example}`;
}

/** Statuses with the texts of their refusals, which a middle dot parts. */
export function refusalsHtml(refused: [status: string, description: string][]): string {
  const rows = refused.map(([status, description]) => {
    const texts = description.split(' · ').map((text) => `<li>${prose(text)}</li>`);
    return `<div><dt>${escaped(status)}</dt><dd><ul>${texts.join('')}</ul></dd></div>`;
  });
  return `<dl class="refusals">${rows.join('')}</dl>`;
}

/** A body: its name, and its fields in place. */
function bodyHtml(schema: Schema, { schemas }: Components): string {
  const named = schema.$ref && schemas[nameOf(schema.$ref)];
  return `<p>${typeHtml(schema)}</p>${named ? schemaHtml(named) : schema.properties ? schemaHtml(schema) : ''}`;
}

/** Where the refusals that calls share are listed. */
export const SHARED_REFUSALS = 'refusals';

/** A call as an entry of the page. */
export function operationHtml(
  method: string,
  path: string,
  operation: Operation,
  components: Components,
): string {
  const { operationId, tags, summary, description, security, requestBody } = operation;
  const parameters = (operation.parameters ?? []).flatMap((one) =>
    '$ref' in one ? (components.parameters[nameOf(one.$ref)] ?? []) : one,
  );
  const forTokens = security.some((one) => 'token' in one);
  const body = requestBody?.content['application/json'];
  const [[status, done] = ['', null], ...refused] = Object.entries(operation.responses);
  const reply = done && ('$ref' in done ? components.responses[nameOf(done.$ref)] : done);
  const own = refused.flatMap(([of, { description: texts }]): [string, string][] =>
    texts ? [[of, texts]] : [],
  );
  const words = [method, path, operationId, summary, ...tags, description].join(' ').toLowerCase();
  const mark = forTokens
    ? '<span class="mark token">API token</span>'
    : '<span class="mark">People only</span>';
  return `<details class="call operation" id="${operationId}" data-token="${forTokens ? 'yes' : 'no'}" data-words="${escaped(words)}"><summary><b>${method}</b><span>${escaped(summary)}</span>${mark}<code>${escaped(path)}</code></summary><div class="inside">
<p>${prose(description)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><dl class="fields">${parametersHtml(parameters)}</dl>` : ''}
${body ? `<h3>Body</h3>${bodyHtml(body.schema, components)}` : ''}
${forTokens ? `<h3>Call</h3><pre tabindex="0">${escaped(curlOf(method, path, parameters, body))}</pre>` : ''}
${body && !forTokens ? `<h3>Example</h3>${jsonHtml(exampleOf(body))}` : ''}
${reply ? answerHtml(status, reply) : ''}
<h3>Refusals</h3>${own.length > 0 ? refusalsHtml(own) : ''}<p class="muted">And those <a href="#${SHARED_REFUSALS}">that calls share</a>: ${refused.map(([of]) => of).join(', ')}.</p></div></details>`;
}
