# Hands the hook payload on standard input to the hub on this machine. Silent, and always exits 0;
# prints nothing but a decision, and that only with -Wait. Windows PowerShell 5.1 or newer.
param([switch] $Wait)

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

try {
  # As bytes: Windows PowerShell would decode text by the console's code page. Read first, because
  # the client expects its payload to be read whether it is sent or not.
  $payload = New-Object System.IO.MemoryStream
  [Console]::OpenStandardInput().CopyTo($payload)

  $configHome = $env:CLAUDE_CONFIG_DIR
  if (-not $configHome) { $configHome = Join-Path $HOME '.claude' }
  $name = if ($Wait) { 'relay-wait.conf' } else { 'relay.conf' }
  $config = [IO.File]::ReadAllText((Join-Path (Join-Path $configHome 'mission-control') $name))

  # A hub that crashed leaves its files behind; this throws when its process is gone.
  if ($config -notmatch '^# pid ([0-9]+)\r?\n') { exit 0 }
  [void] [Diagnostics.Process]::GetProcessById([int] $Matches[1])

  if ($config -notmatch '(?m)^url = "(http://127\.0\.0\.1:[^"]+)"') { exit 0 }
  $request = [Net.HttpWebRequest] [Net.WebRequest]::Create($Matches[1])
  $request.Method = 'POST'
  $request.Proxy = $null
  $request.AllowAutoRedirect = $false
  $request.ServicePoint.Expect100Continue = $false
  $request.Timeout = if ($Wait) { [Threading.Timeout]::Infinite } else { 2000 }
  $request.ReadWriteTimeout = $request.Timeout
  $request.ContentType = 'application/json'
  if ($config -match '(?m)^header = "Authorization: ([^"]+)"') {
    $request.Headers.Add('Authorization', $Matches[1])
  }
  if ($env:CLAUDE_PID -match '\A[0-9]+\z') { $request.Headers.Add('X-Claude-Pid', $env:CLAUDE_PID) }
  if ($env:CLAUDE_CODE_ENTRYPOINT -cmatch '\A[a-z0-9-]+\z') {
    $request.Headers.Add('X-Claude-Entrypoint', $env:CLAUDE_CODE_ENTRYPOINT)
  }
  $sentAt = [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds()
  $request.Headers.Add('X-Sent-At', $sentAt.ToString([Globalization.CultureInfo]::InvariantCulture))

  $request.ContentLength = $payload.Length
  $body = $request.GetRequestStream()
  $payload.WriteTo($body)
  $body.Close()

  $response = $request.GetResponse()
  if ($Wait -and [int] $response.StatusCode -eq 200 -and
    $response.ContentType -like 'application/json*') {
    $answer = New-Object System.IO.MemoryStream
    $response.GetResponseStream().CopyTo($answer)
    $text = [Text.Encoding]::UTF8.GetString($answer.ToArray()).Trim()
    if ($text.StartsWith('{') -and $text.EndsWith('}')) {
      $output = [Console]::OpenStandardOutput()
      $answer.WriteTo($output)
      $output.Flush()
    }
  }
  $response.Close()
} catch {
  # Whatever went wrong is no matter of the agent's.
}
exit 0
