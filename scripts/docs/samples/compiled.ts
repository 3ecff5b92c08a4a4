import { sampleAddress } from '../../../src/pages/docs/documents.ts';
import { type Call, jsonWith } from './call.ts';

/** Go 1.24 or newer, for the random text. */
export function goSample({ method, path, isSecured, takesKey, body }: Call): string {
  const imports = [
    ...(takesKey ? ['crypto/rand'] : []),
    'fmt',
    'io',
    'net/http',
    ...(isSecured ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const given = body === undefined ? 'nil' : `strings.NewReader(\`${jsonWith(body, '')}\`)`;
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", "${sampleAddress}${path}", ${given})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...(isSecured ? ['\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))'] : []),
    ...(body === undefined ? [] : ['\trequest.Header.Set("Content-Type", "application/json")']),
    ...(takesKey ? ['\trequest.Header.Set("Idempotency-Key", rand.Text())'] : []),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.Status, string(answer))',
    '}',
  ].join('\n');
}

/** Java 15 or newer, for the text block. */
export function javaSample({ operationId, method, path, isSecured, takesKey, body }: Call): string {
  const publisher =
    body === undefined ? 'HttpRequest.BodyPublishers.noBody()' : 'HttpRequest.BodyPublishers.ofString(body)';
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(takesKey ? ['import java.util.UUID;'] : []),
    '',
    `public class ${name} {`,
    '    public static void main(String[] arguments) throws Exception {',
    ...(body === undefined
      ? []
      : [
          `        String body = """\n            ${jsonWith(body, '            ').replaceAll('\\', '\\\\')}\n            """;`,
        ]),
    `        HttpRequest request = HttpRequest.newBuilder(URI.create("${sampleAddress}${path}"))`,
    ...(isSecured ? ['            .header("Authorization", "Bearer " + System.getenv("API_KEY"))'] : []),
    ...(body === undefined ? [] : ['            .header("Content-Type", "application/json")']),
    ...(takesKey ? ['            .header("Idempotency-Key", UUID.randomUUID().toString())'] : []),
    `            .method("${method}", ${publisher})`,
    '            .build();',
    '        HttpResponse<String> response =',
    '            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  ].join('\n');
}

/** .NET 7 or newer, for the raw string. */
export function csharpSample({ method, path, isSecured, takesKey, body }: Call): string {
  return [
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod("${method}"), "${sampleAddress}${path}");`,
    ...(isSecured
      ? ['request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("API_KEY"));']
      : []),
    ...(takesKey ? ['request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());'] : []),
    ...(body === undefined
      ? []
      : [
          `request.Content = new StringContent("""\n    ${jsonWith(body, '    ')}\n    """, Encoding.UTF8, "application/json");`,
        ]),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());',
  ].join('\n');
}
