<?php

/** Finds the classes of the generated client. Run by itself, it loads all of them. */

declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

// Where Debian puts it.
require 'GuzzleHttp/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace('\\', '/', substr($class, strlen('Payments\\'))) . '.php';
    if (str_starts_with($class, 'Payments\\') && is_file($file)) {
        require $file;
    }
});

if ($_SERVER['SCRIPT_FILENAME'] === 'load.php') {
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/client/lib'));
    foreach (new RegexIterator($files, '/\.php$/') as $file) {
        require_once $file->getPathname();
    }
}
