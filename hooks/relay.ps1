# Sends the hook payload on standard input to this machine's hub. Silent, and exits with 0; prints
# only a decision, and only with -Wait. With -Rewake it runs until the hub has a prompt for the
# session, and exits with 2 and the prompt on standard error. Windows PowerShell 5.1 or newer.
param([switch] $Wait, [switch] $Rewake)

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

try {
  # The payload is read as bytes, since Windows PowerShell would decode text with the console's code
  # page, and before anything else, since the client expects it to be read even if it is not sent.
  $payload = New-Object System.IO.MemoryStream
  [Console]::OpenStandardInput().CopyTo($payload)

  $configHome = $env:CLAUDE_CONFIG_DIR
  if (-not $configHome) { $configHome = Join-Path $HOME '.claude' }
  $folder = Join-Path $configHome 'mission-control'
  # Only a session in a terminal can be woken; a headless run would wait for this hook before it
  # exits.
  if ($env:CLAUDE_CODE_ENTRYPOINT -cne 'cli') { $Rewake = $false }
  if (-not [IO.File]::Exists((Join-Path $folder 'relay-rewake.conf'))) { $Rewake = $false }
  $isLongRunning = $Wait -or $Rewake
  $isOfCodex = $env:CLAUDE_CODE_ENTRYPOINT -ceq 'sdk-codex'
  $name = if ($Wait) { 'relay-wait.conf' } elseif ($Rewake) { 'relay-rewake.conf' } else { 'relay.conf' }
  $configPath = Join-Path $folder $name
  $sentAt = [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds()

  function Get-Hex([byte[]] $bytes) {
    return [BitConverter]::ToString($bytes).Replace('-', '').ToLowerInvariant()
  }

  # Throws unless the listener proves that it knows the key in our folder. Any program can listen on
  # a port, also on that of a crashed hub whose process id has been reused.
  function Assert-Hub([string] $origin) {
    $random = New-Object byte[] 24
    [Security.Cryptography.RandomNumberGenerator]::Create().GetBytes($random)
    $nonce = Get-Hex $random
    $key = [IO.File]::ReadAllText((Join-Path $folder 'key')).Trim()
    $utf8 = [Text.Encoding]::UTF8
    $hmac = New-Object Security.Cryptography.HMACSHA256
    $hmac.Key = $utf8.GetBytes($key)
    $port = ([Uri] $origin).Port
    $proof = Get-Hex $hmac.ComputeHash($utf8.GetBytes("hello:${nonce}:${port}"))

    $address = "$origin/api/live/hello?nonce=$nonce"
    $request = [Net.HttpWebRequest] [Net.WebRequest]::Create($address)
    $request.Proxy = $null
    $request.AllowAutoRedirect = $false
    $request.Timeout = 2000
    $request.ReadWriteTimeout = 2000
    $response = $request.GetResponse()
    $reader = New-Object IO.StreamReader $response.GetResponseStream()
    $text = New-Object char[] 4096
    $count = $reader.ReadBlock($text, 0, $text.Length)
    $response.Close()
    $answer = [string]::Join('', $text[0..$count])
    if (-not $answer.Contains('"proof":"' + $proof + '"')) { throw 'no hub' }
  }

  # Throws if there is no hub. A crashed hub leaves its files behind, so the process id in them is
  # checked.
  function Send-Payload {
    $config = [IO.File]::ReadAllText($configPath)
    $script:sent = $false
    if ($config -notmatch '^# pid ([0-9]+) ') { throw 'no hub' }
    [void] [Diagnostics.Process]::GetProcessById([int] $Matches[1])

    if ($config -notmatch '(?m)^url = "((http://127\.0\.0\.1:[0-9]+)/[^"]+)"') { throw 'no hub' }
    $address = $Matches[1]
    Assert-Hub $Matches[2]
    $script:sent = $true
    $request = [Net.HttpWebRequest] [Net.WebRequest]::Create($address)
    $request.Method = 'POST'
    $request.Proxy = $null
    $request.AllowAutoRedirect = $false
    $request.ServicePoint.Expect100Continue = $false
    # Codex shows no dialog while its hook waits: it waits no longer than a hub holds a request, and
    # for no other hub.
    $request.Timeout = if (-not $isLongRunning) { 2000 } elseif ($isOfCodex) { 65000 } else {
      [Threading.Timeout]::Infinite
    }
    $request.ReadWriteTimeout = $request.Timeout
    $request.ContentType = 'application/json'
    if ($config -match '(?m)^header = "Authorization: ([^"]+)"') {
      $request.Headers.Add('Authorization', $Matches[1])
    }
    if ($env:CLAUDE_PID -match '\A[0-9]+\z') {
      $request.Headers.Add('X-Claude-Pid', $env:CLAUDE_PID)
    }
    if ($env:CLAUDE_CODE_ENTRYPOINT -cmatch '\A[a-z0-9-]+\z') {
      $request.Headers.Add('X-Claude-Entrypoint', $env:CLAUDE_CODE_ENTRYPOINT)
    }
    $culture = [Globalization.CultureInfo]::InvariantCulture
    $request.Headers.Add('X-Sent-At', $sentAt.ToString($culture))
    if ($cutOff) { $request.Headers.Add('X-Again', '1') }

    $request.ContentLength = $payload.Length
    $body = $request.GetRequestStream()
    $payload.WriteTo($body)
    $body.Close()
    return $request.GetResponse()
  }

  # A hub that stops aborts its open requests while its successor starts; they are retried for 40 s,
  # since no hub listens until then. -Rewake also retries if no hub has answered before: the client
  # does not wait for it, and the event would be lost.
  $response = $null
  $cutOff = $false
  $wasUnreachable = $false
  $sent = $false
  for ($tries = 40; $null -eq $response; $tries--) {
    try {
      $response = Send-Payload
    } catch {
      $reason = $_.Exception
      while ($null -ne $reason -and $reason -isnot [Net.WebException]) {
        $reason = $reason.InnerException
      }
      $status = if ($null -ne $reason) { [string] $reason.Status }
      $ended = 'ReceiveFailure', 'SendFailure', 'ConnectionClosed', 'KeepAliveFailure'
      if ($sent -and $ended -contains $status) { $cutOff = $true }
      if ($Rewake -and $status -eq 'ConnectFailure') { $wasUnreachable = $true }
      $refused = $null -ne $reason -and $null -ne $reason.Response
      $isRetryable = $isLongRunning -and -not $isOfCodex -and ($cutOff -or $wasUnreachable)
      if (-not $isRetryable -or $refused -or $tries -eq 0) { exit 0 }
      Start-Sleep -Seconds 1
      # Throws if the client has ended, since nobody reads an answer then.
      if ($env:CLAUDE_PID -match '\A[0-9]+\z') {
        [void] [Diagnostics.Process]::GetProcessById([int] $env:CLAUDE_PID)
      }
    }
  }
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
  if ($Rewake -and [int] $response.StatusCode -eq 200 -and
    $response.ContentType -like 'text/plain*') {
    $answer = New-Object System.IO.MemoryStream
    $response.GetResponseStream().CopyTo($answer)
    if ($answer.Length -gt 0) {
      $output = [Console]::OpenStandardError()
      $answer.WriteTo($output)
      $output.Flush()
      [Environment]::Exit(2)
    }
  }
  $response.Close()
} catch {
  # A failure must never affect the agent.
}
exit 0
